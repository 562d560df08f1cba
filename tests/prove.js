// The long part of the proofs: every test of the vitest project `proof`, with what it leaves out of `npm test`.
// Arguments choose files by a part of their paths: `npm run prove -- interleavings`.
import { startVitest } from 'vitest/node'

process.env.LATCHKEY_PROOF = 'long'
const vitest = await startVitest('test', process.argv.slice(2), { watch: false, project: ['proof'] })
await vitest.close()
