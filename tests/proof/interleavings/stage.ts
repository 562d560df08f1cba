import {
  type AttributeValue,
  BatchWriteItemCommand,
  DeleteItemCommand,
  UpdateItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import type { ConnectOptions } from '@latchkey/core'
import * as library from '@latchkey/core'
import { assertSound, createTestTable, SoundnessError, startEngine, type TestTable } from '@latchkey/testing'
import { readTable } from '../../table.js'
import { type Db, type Declaring, declareModels } from './models.js'
import type { Raw, Seed } from './operation.js'
import { expectNumbered } from './sequences.js'
import { contentOf } from './table-content.js'

type Item = Record<string, AttributeValue>

/** The library, or a copy of it that was broken on purpose. */
export type Library = Declaring & Pick<typeof library, 'connect'>

/** No pauses between tries: what a run does then depends on the order of its requests alone. */
const AT_ONCE = { baseDelayMs: 0, maxDelayMs: 0 }

/** At most so many writes are one BatchWriteItem. */
const BATCH = 25

/** A table that is set back to what it held, and handles on it that share nothing, as those of several processes. */
export class Stage {
  readonly table: TestTable
  /** What is done before the operations of each order begin, such as to arm a fault. */
  onStart: (() => unknown) | undefined
  readonly #library: Library
  readonly #models: ReturnType<typeof declareModels>
  readonly #soundModels: ReturnType<typeof declareModels>
  /** Looks at the table with the library as it is. */
  readonly #looker: Db
  readonly #sound = new Set<string>()
  /** Faults of the seed, such as guards that nobody needs: they may stay. */
  #planted: ReadonlySet<string> = new Set()
  #present: readonly Item[] = []

  private constructor(table: TestTable, broken: Library | undefined) {
    this.table = table
    this.#library = broken ?? library
    this.#models = declareModels(this.#library)
    this.#soundModels = broken === undefined ? this.#models : declareModels(library)
    this.#looker = this.connectSound()
  }

  /** An empty table, on an engine of its own. */
  static async open(broken?: Library): Promise<Stage> {
    const dynamo = await startEngine()
    return new Stage(await createTestTable(declareModels(library), { dynamo }), broken)
  }

  async close(): Promise<void> {
    await this.table.drop()
    await this.table.dynamo.stop()
  }

  /** A handle whose queues, caches and memory are its own. */
  connect(): Db {
    return this.#library.connect(this.#models, this.#options())
  }

  /** A handle of the library as it is, also where a broken copy of it is on trial. */
  connectSound(): Db {
    return library.connect(this.#soundModels, this.#options())
  }

  #options(): ConnectOptions {
    const { dynamo, name } = this.table
    return { client: dynamo.client, table: name, retry: AT_ONCE }
  }

  /** What the table holds once a seed was written into it. */
  async plant({ plant }: Seed): Promise<readonly Item[]> {
    await this.restore([])
    await plant(this.connectSound(), this.#raw())
    this.#sound.clear()
    const items = await this.look()
    this.#planted = new Set(await this.#faults(items))
    return items
  }

  /** Makes the table hold these items, no more and no less. */
  async restore(items: readonly Item[]): Promise<void> {
    const texts = (list: readonly Item[]): Map<string, string> =>
      new Map(list.map((item) => [keyText(item), JSON.stringify(item)]))
    const [present, wanted] = [texts(this.#present), texts(items)]
    const writes: WriteRequest[] = [
      ...this.#present.filter((item) => !wanted.has(keyText(item))).map(deletion),
      ...items
        .filter((Item) => present.get(keyText(Item)) !== wanted.get(keyText(Item)))
        .map((Item) => ({ PutRequest: { Item } })),
    ]
    for (let at = 0; at < writes.length; at += BATCH)
      await this.table.dynamo.client.send(
        new BatchWriteItemCommand({ RequestItems: { [this.table.name]: writes.slice(at, at + BATCH) } }),
      )
    this.#present = items
  }

  /** Everything that the table holds now. */
  async look(): Promise<readonly Item[]> {
    this.#present = await readTable(this.#looker)
    return this.#present
  }

  /** What the table holds now, in a form to compare. Throws where that breaks what the models declare. */
  async expectSound(): Promise<string> {
    const items = await this.look()
    const content = contentOf(items)
    if (this.#sound.has(content)) return content
    const fault = (await this.#faults(items)).find((each) => !this.#planted.has(each))
    if (fault !== undefined) throw new Error(fault)
    expectNumbered(items)
    this.#sound.add(content)
    return content
  }

  /** What is wrong with the guards and pointers of the table. */
  async #faults(items: readonly Item[]): Promise<readonly string[]> {
    const over = items.filter(isOver).map(({ pk, sk }) => `${pk?.S} | ${sk?.S}`)
    try {
      await assertSound(this.#looker)
      return []
    } catch (error) {
      if (!(error instanceof SoundnessError)) throw error
      // Anybody may take a value over from an item whose time is past.
      const faults = error.findings.filter(({ owner }) => owner === undefined || !over.includes(owner))
      return faults.map((finding) => JSON.stringify(finding))
    }
  }

  #raw(): Raw {
    const { client } = this.table.dynamo
    const keyOf = (entity: string, id: string): Item => ({
      pk: { S: `$proof#id_${id}` },
      sk: { S: `$${entity}_1` },
    })
    const TableName = this.table.name
    return {
      remove: async (entity, id) => {
        await client.send(new DeleteItemCommand({ TableName, Key: keyOf(entity, id) }))
      },
      set: async (entity, id, field, value) => {
        const update = {
          ExpressionAttributeNames: { '#f': field },
          ExpressionAttributeValues: { ':v': { N: `${value}` } },
        }
        const Key = keyOf(entity, id)
        await client.send(
          new UpdateItemCommand({ TableName, Key, UpdateExpression: 'SET #f = :v', ...update }),
        )
      },
    }
  }
}

const isOver = ({ _lk, expiresAt }: Item): boolean =>
  _lk === undefined && expiresAt?.N !== undefined && Number(expiresAt.N) * 1000 < Date.now()

const keyText = (item: Item): string => JSON.stringify([item['pk'], item['sk']])

function deletion({ pk, sk }: Item): WriteRequest {
  return { DeleteRequest: { Key: { ...(pk && { pk }), ...(sk && { sk }) } } }
}
