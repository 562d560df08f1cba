import type { Draw } from '../constraint/constraint.js'
import { VALUE } from '../constraint/guard-item.js'
import { countOn, nextNumber, sequenceKey } from '../constraint/sequence.js'
import type { SequenceDeclaration } from '../constraint/sequence-declaration.js'
import type { CompiledCreate } from '../electro/compile-create.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.js'
import { type AttributeValue, identityOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import { fieldOf, keyAttributesOf } from '../plan/entity-facts.js'
import { toNative, toNativeItem } from '../plan/native-value.js'
import type { Runtime } from '../run/execute.js'
import { sendAlone } from '../run/send-alone.js'
import { type Binding, sequencesOf } from './binding.js'
import type { Compile } from './create.js'
import { isRecord, type Options } from './read-options.js'
import { Reservation } from './reservation.js'

/** A create with its numbers. */
export interface Numbered {
  readonly compiled: CompiledCreate
  readonly draws: readonly Draw[]
}

/** A number that a create has got, and what has to be written so that nobody else gets it. */
interface Got {
  /** As the item has it: a number, or the text that its format makes of it. */
  readonly value: unknown
  readonly draw?: Draw
}

/** What is numbered: an input, how it is compiled, and blocks to take numbers from. */
export interface Numberable {
  readonly input: Options
  readonly compile: Compile
  readonly reserved: unknown
  /** Numbers that other changes of the same request have drawn. */
  readonly chain?: Chain | undefined
}

/** The last draw from each sequence within one request, by the sequence's key. */
export type Chain = Map<string, Draw>

/** Counts a sequence on by one atomic write, whoever else does, and gives the last number. */
export async function drawAhead(
  { table }: Binding,
  runtime: Runtime,
  declaration: SequenceDeclaration,
  key: TableKey,
  count: number,
): Promise<number> {
  const item = await sendAlone(countOn(declaration, key, count, table), 'ALL_NEW', runtime)
  return Number(item?.[VALUE]?.N)
}

/**
 * Numbers a create before it is compiled, so that its numbers may be part of an index, of what a hook sees and of the key
 * itself. Scopes are known from a first compilation, since hooks and defaults may make them; what that generated of the
 * key stays.
 */
export class Numbering {
  readonly #binding: Binding
  readonly #runtime: Runtime
  readonly #input: Options
  readonly #compile: Compile
  readonly #chain: Chain | undefined
  readonly #reserved: Options
  readonly #first: CompiledCreate
  /** Numbers that were drawn ahead, and stay with this create. */
  readonly #kept = new Map<string, number>()
  #numbered: Numbered | undefined

  constructor(binding: Binding, runtime: Runtime, { input, compile, reserved, chain }: Numberable) {
    this.#binding = binding
    this.#runtime = runtime
    this.#input = input
    this.#compile = compile
    this.#chain = chain
    const declared = sequencesOf(binding)
    this.#reserved = this.#readReserved(reserved, declared)
    const examples = declared.map(({ attribute, write, start }) => [attribute, write(start)] as const)
    this.#first = compile(input, Object.fromEntries(examples))
    if (declared.length === 0) this.#numbered = { compiled: this.#first, draws: [] }
  }

  forget(): void {
    if (sequencesOf(this.#binding).length > 0) this.#numbered = undefined
  }

  /** Runs in turn with all others of this process that draw from the same gapless sequences. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    const { queue, table } = this.#binding
    const { signal } = this.#runtime.context
    const keys = this.#counting()
      .filter(({ declaration }) => declaration.isGapless && this.#reserved[declaration.name] === undefined)
      .map(({ key }) => identityOf(table, key))
    // Everybody takes the turns in one order, so that no two wait for each other.
    return keys
      .sort()
      .reduceRight<() => Promise<T>>((inner, key) => () => queue.run(key, inner, signal), run)()
  }

  /** Compiles with numbers: those that an item which is replaced has in the same scope, and new ones for the rest. */
  async number(before?: StoredItem): Promise<Numbered> {
    this.#numbered ??= await this.#draw(before)
    return this.#numbered
  }

  /** The key of the item, as far as it is known before its number. */
  get key(): TableKey {
    return this.#first.write.key
  }

  /** The key attributes that do not wait for a number. */
  get knownKey(): Options {
    const { facts } = this.#binding
    const numbered = new Set(sequencesOf(this.#binding).map(({ attribute }) => attribute))
    const key = toNativeItem(keyAttributesOf(this.#first.after, facts))
    return Object.fromEntries(Object.entries(key).filter(([name]) => !numbered.has(name)))
  }

  /** All key attributes. Throws where one of them is a number that is yet to be drawn. */
  get keyAttributes(): Options {
    const known = this.knownKey
    const { facts } = this.#binding
    const [open] = facts.keyAttributes.filter((name) => known[name] === undefined)
    if (open === undefined) return known
    throw new InvalidInputError(
      [
        {
          path: open,
          message: 'is a number of a sequence, which is known once the transaction is committed',
        },
      ],
      {
        model: facts.entity,
        operation: '$transaction',
      },
    )
  }

  /** The sequences that count for this item: those whose scope it has. */
  #counting(): readonly { readonly declaration: SequenceDeclaration; readonly key: TableKey }[] {
    return sequencesOf(this.#binding).flatMap((declaration) => {
      const key = sequenceKey(declaration, this.#first.after, this.#binding.prefixes)
      return key === undefined ? [] : [{ declaration, key }]
    })
  }

  async #draw(before: StoredItem | undefined): Promise<Numbered> {
    const counting = this.#counting()
    const got = await Promise.all(
      counting.map(
        async ({ declaration, key }) => this.#had(declaration, key, before) ?? this.#get(declaration, key),
      ),
    )
    const numbers = counting.map(({ declaration }, at) => [declaration.attribute, got[at]?.value] as const)
    const compiled = this.#compile({ ...this.#input, ...this.#generatedKey() }, Object.fromEntries(numbers))
    for (const { declaration, key } of counting) this.#checkScope(declaration, key, compiled.after)
    return { compiled, draws: got.flatMap(({ draw }) => draw ?? []) }
  }

  /** The number of an item that is replaced: an item keeps its own, unless it moves to another scope. */
  #had(declaration: SequenceDeclaration, key: TableKey, before: StoredItem | undefined): Got | undefined {
    const value = before?.[declaration.field]
    if (before === undefined || value === undefined) return undefined
    const then = sequenceKey(declaration, before, this.#binding.prefixes)
    return then !== undefined && identityOf('', then) === identityOf('', key)
      ? { value: toNative(value) }
      : undefined
  }

  async #get(declaration: SequenceDeclaration, key: TableKey): Promise<Got> {
    const { name, isGapless, origin } = declaration
    const kept = this.#kept.get(name) ?? this.#takeReserved(name, key)
    if (kept !== undefined) return this.#keep(declaration, kept)
    if (!isGapless) return this.#keep(declaration, await this.#drawOne(declaration, key))
    const { table } = this.#binding
    const id = identityOf(table, key)
    const before = this.#chain?.get(id)
    const read = before?.read ?? (before === undefined ? await this.#readNumber(key) : undefined)
    const number = nextNumber(declaration, before?.value ?? read)
    if (!Number.isSafeInteger(number))
      throw new InvalidInputError([
        { path: declaration.attribute, message: 'has no number left below 2^53: its sequence is used up' },
      ])
    const draw: Draw = { name, key, origin, read, value: { N: String(number) } }
    this.#chain?.set(id, draw)
    return { value: declaration.write(number), draw }
  }

  /** Draws ahead, and again where the answer got lost: a number that nobody has is a gap, and there may be gaps. */
  async #drawOne(declaration: SequenceDeclaration, key: TableKey): Promise<number> {
    for (let left = this.#runtime.retry.attempts; ; left--)
      try {
        return await drawAhead(this.#binding, this.#runtime, declaration, key, 1)
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError) || left <= 1) throw error
        this.#runtime.context.signal?.throwIfAborted()
      }
  }

  async #readNumber(key: TableKey): Promise<AttributeValue | undefined> {
    const { table, store } = this.#binding
    const item = await store.get({ table, key, consistent: true }, this.#runtime.context)
    return item?.[VALUE]
  }

  #keep({ name, write }: SequenceDeclaration, number: number): Got {
    this.#kept.set(name, number)
    return { value: write(number) }
  }

  #takeReserved(name: string, key: TableKey): number | undefined {
    const reservation = this.#reserved[name]
    return reservation instanceof Reservation
      ? Reservation.take(reservation, identityOf(this.#binding.table, key))
      : undefined
  }

  /** Key attributes that the first compilation made: they stay, so that the key is known before the number. */
  #generatedKey(): Options {
    const { facts } = this.#binding
    const numbered = new Set(sequencesOf(this.#binding).map(({ attribute }) => attribute))
    const generated = facts.keyAttributes.flatMap((name) => {
      const value = this.#first.after[fieldOf(facts, name)]
      const isFixed =
        this.#input[name] !== undefined ||
        numbered.has(name) ||
        facts.attributes.get(name)?.isSettable === true
      return isFixed || value === undefined ? [] : [[name, toNative(value)] as const]
    })
    return Object.fromEntries(generated)
  }

  /** A scope that depends on the number is no scope: the number would be out of another sequence. */
  #checkScope(declaration: SequenceDeclaration, key: TableKey, after: StoredItem): void {
    const now = sequenceKey(declaration, after, this.#binding.prefixes)
    if (now !== undefined && identityOf('', now) === identityOf('', key)) return
    const message = `has another scope each time the item is compiled: ${declaration.scope.join(', ')} must not depend on chance or on the number`
    const { model, operation } = this.#runtime.context
    throw new InvalidInputError([{ path: declaration.attribute, message }], { model, operation })
  }

  #readReserved(reserved: unknown, declared: readonly SequenceDeclaration[]): Options {
    if (reserved === undefined) return {}
    const { model, operation } = this.#runtime.context
    const wrong = (path: string, message: string): never => {
      throw new InvalidInputError([{ path, message }], { model, operation })
    }
    if (!isRecord(reserved)) return wrong('reserved', 'has to be an object: a reservation for each sequence')
    for (const [name, reservation] of Object.entries(reserved)) {
      if (!declared.some((declaration) => declaration.name === name))
        wrong(`reserved.${name}`, 'is no sequence of the model')
      if (!(reservation instanceof Reservation)) wrong(`reserved.${name}`, 'has to be what reserve() gave')
    }
    return reserved
  }
}
