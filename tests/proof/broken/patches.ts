import type { Patch } from './patch.ts'

/** Ways to break the library, each as a mistake that could be made. */
export const patches: readonly Patch[] = [
  {
    name: 'no-fence',
    edits: [
      {
        file: 'plan/assemble.ts',
        find: '  return [...fields].map((field) => isAs(field, before[field]))',
        replace: '  return []',
      },
    ],
  },
  {
    name: 'fence-by-version-alone',
    edits: [
      {
        file: 'plan/assemble.ts',
        find: '  return [...fields].map((field) => isAs(field, before[field]))',
        replace:
          "  return [...fields].filter((field) => field === 'revision').map((field) => isAs(field, before[field]))",
      },
    ],
  },
  {
    name: 'guard-deleted-unconditionally',
    edits: [
      {
        file: 'constraint/unique.ts',
        find: "      condition: isMine(claiming),\n      intent: { kind: 'release', owner: claiming.ownerText },",
        replace:
          "      condition: { op: 'any', of: [{ op: 'absent', field: claiming.partitionKey }, { op: 'exists', field: claiming.partitionKey }] },\n      intent: { kind: 'release', owner: claiming.ownerText },",
      },
    ],
  },
  {
    name: 'guard-from-the-callers-value',
    edits: [
      {
        file: 'repository/create.ts',
        find: '      [planCreate(this.#binding, compiled, adjustments, draws)],',
        replace:
          '      [planCreate(this.#binding, { ...compiled, after: { ...compiled.after, ...toStoredItem(this.#input) } }, adjustments, draws)],',
      },
      {
        file: 'repository/create.ts',
        find: "import { keyAttributesOf } from '../plan/entity-facts.js'",
        replace:
          "import { keyAttributesOf } from '../plan/entity-facts.js'\nimport { toStoredItem } from '../plan/native-value.js'",
      },
    ],
  },
  {
    name: 'compiled-anew-after-a-lost-answer',
    edits: [
      {
        file: 'run/send-plan.ts',
        find: "      await waitOrGiveUp(sending, { reason: 'no answer', isUnsure: true, error: answer.error })\n      return undefined",
        replace: "      return { kind: 'refused', reasons: [], error: answer.error }",
      },
    ],
  },
  {
    name: 'pointer-lowered-by-its-rebuild',
    edits: [
      {
        file: 'repository/pointers.ts',
        find: "                  ...write,\n                  intent: { kind: 'check' },",
        replace:
          "                  ...write,\n                  condition: { op: 'any', of: [{ op: 'absent', field: 'pk' }, { op: 'exists', field: 'pk' }] },\n                  intent: { kind: 'check' },",
      },
    ],
  },
  {
    name: 'release-of-anothers-guard',
    edits: [
      {
        file: 'constraint/unique.ts',
        find: "    action: 'ConditionCheck',\n    role: `check that the guard of",
        replace: "    action: 'Delete',\n    role: `check that the guard of",
      },
    ],
  },
  {
    name: 'claim-without-condition',
    edits: [
      {
        file: 'constraint/unique.ts',
        find: "    condition: isMine(claiming, takeOver?.kind === 'take-over' ? [takeOver.from] : []),",
        replace:
          "    condition: { op: 'any', of: [{ op: 'absent', field: 'pk' }, { op: 'exists', field: 'pk' }] },",
      },
    ],
  },
  {
    name: 'stale-guard-taken-without-a-check-of-its-owner',
    edits: [
      {
        file: 'constraint/unique.ts',
        find: "  if (takeOver?.kind !== 'take-over') return [put]\n",
        replace: "  if (takeOver?.kind !== 'leave') return [put]\n",
      },
    ],
  },
  {
    name: 'transfer-from-any-owner',
    edits: [
      {
        file: 'plan/merge-writes.ts',
        find: '  const condition = anyOf([claim, ...releases])',
        replace:
          "  const condition: Condition = { op: 'any', of: [anyOf([claim, ...releases]), { op: 'exists', field: 'pk' }] }",
      },
    ],
  },
  {
    name: 'references-unchecked',
    edits: [
      {
        file: 'constraint/reference.ts',
        find: 'writes: isNew ? [checkOf(',
        replace: 'writes: isNew && fields.length === 0 ? [checkOf(',
      },
    ],
  },
  {
    name: 'sequence-without-its-condition',
    edits: [
      {
        file: 'constraint/sequence.ts',
        find: '    condition: isAs(VALUE, read),',
        replace: "    condition: read === undefined ? isAs(VALUE, read) : { op: 'exists', field: VALUE },",
      },
    ],
  },
  {
    name: 'pointer-without-its-condition',
    edits: [
      {
        file: 'constraint/pointer.ts',
        find: "      { op: declaration.order === 'max' ? 'less' : 'greater', field: VALUE, value },",
        replace: "      { op: 'exists', field: VALUE },",
      },
    ],
  },
  {
    name: 'record-of-a-request-without-its-condition',
    edits: [
      {
        file: 'repository/idempotency.ts',
        find: "of: [{ op: 'absent', field: keyField }, isOver] }",
        replace: "of: [{ op: 'absent', field: keyField }, { op: 'exists', field: keyField }, isOver] }",
      },
    ],
  },
  {
    name: 'version-not-counted',
    edits: [
      {
        file: 'constraint/version.ts',
        find: "change.operation === 'update' ? { [field]: 1 } : {}",
        replace: "change.operation === 'update' ? {} : {}",
      },
    ],
  },
  {
    name: 'create-over-what-is-there',
    edits: [
      {
        file: 'electro/compile-create.ts',
        find: "const condition = { text: params.ConditionExpression ?? '', names, values: {} }",
        replace: "const condition = { text: '', names: {}, values: {} }",
      },
    ],
  },
  {
    name: 'modify-fenced-on-constraints-alone',
    edits: [{ file: 'repository/modify.ts', find: 'isDecidedOn: true', replace: 'isDecidedOn: false' }],
  },
  {
    name: 'singleton-modified-without-a-fence',
    edits: [
      {
        file: 'repository/singleton.ts',
        find: 'isFenced: before !== undefined }',
        replace: 'isFenced: false }',
      },
    ],
  },
  {
    name: 'take-over-without-a-check-of-the-older-record',
    edits: [
      {
        file: 'repository/singleton-older.ts',
        find: 'own: [...own, older] }',
        replace: 'own: own.concat(older).slice(1) }',
      },
    ],
  },
  {
    name: 'reads-of-a-transaction-without-a-fence',
    edits: [
      {
        file: 'repository/transaction-session.ts',
        find: '{ own: [...this.checks, ...this.fences.values()] },',
        replace: '{ own: [...this.checks] },',
      },
    ],
  },
  {
    name: 'absence-not-kept-in-a-transaction',
    edits: [
      { file: 'repository/together.ts', find: '[...written, ...stays.map(alone)]', replace: 'written' },
    ],
  },
  {
    name: 'pointer-followed-without-a-second-look',
    edits: [
      {
        file: 'repository/pointers.ts',
        find: '    if (isSamePointer(pointer, again)) return null',
        replace: '    if (again !== null) return null',
      },
    ],
  },
]
