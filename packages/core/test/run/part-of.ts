import { assemblePart, type ChangePart } from '../../src/plan/assemble.js'
import type { Change } from '../../src/plan/change.js'
import { NO_CONTRIBUTION } from '../../src/plan/contribution.js'
import { facts } from '../constraint/account.js'

/** What a change of an account takes of a request, without constraints. */
export const partOf = (change: Change): ChangePart =>
  assemblePart({
    facts,
    change,
    write: {
      action: change.after === null ? 'Delete' : 'Put',
      table: 'shop',
      key: change.key,
      ...(change.after === null ? {} : { item: change.after }),
      clauses: [],
      condition: { text: '', names: {}, values: {} },
      hasWhere: false,
    },
    expectation: { kind: 'none' },
    contributions: [NO_CONTRIBUTION],
    versionField: undefined,
  })
