import { registerDescribe } from './describe.js'
import { registerExplain } from './explain.js'
import { registerGenerate } from './generate.js'
import { registerInspect } from './inspect.js'
import type { Register } from './shell.js'
import { registerTable } from './table.js'

/** Every command, in the order of the help. */
export const commands: readonly Register[] = [
  registerGenerate,
  registerExplain,
  registerDescribe,
  registerTable,
  registerInspect,
]
