// The long part of the proofs: every test of the vitest project `proof`, with what it leaves out of `npm test`.
// Arguments choose files by a part of their paths: `npm run prove -- interleavings`.
import { availableParallelism } from 'node:os'
import { startVitest } from 'vitest/node'
import { describeWalks } from './describe-walks.js'

process.env.LATCHKEY_PROOF = 'long'
// More than an hour of one core, and vitest would leave one of them free.
const options = { watch: false, project: ['proof'], maxWorkers: availableParallelism() }
const vitest = await startVitest('test', process.argv.slice(2), options)
const walks = describeWalks(vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]))
await vitest.close()
if (walks !== undefined) console.log(walks)
