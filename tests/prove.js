// The long part of the proofs: every test of the vitest project `proof`, with what it leaves out of `npm test`.
// Arguments choose files by a part of their paths: `npm run prove -- interleavings`.
import { startVitest } from 'vitest/node'
import { describeWalks } from './describe-walks.js'

process.env.LATCHKEY_PROOF = 'long'
const vitest = await startVitest('test', process.argv.slice(2), { watch: false, project: ['proof'] })
const walks = describeWalks(vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]))
await vitest.close()
if (walks !== undefined) console.log(walks)
