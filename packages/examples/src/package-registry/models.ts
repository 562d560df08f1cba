import { constrain, type InputOf, type ItemOf, type Named } from '@latchkey/core'
import { Entity } from 'electrodb'

const PackageEntity = new Entity({
  model: { service: 'registry', entity: 'package', version: '1' },
  attributes: {
    // Stored under another name, as in a table that is older than this program.
    name: { type: 'string', required: true, field: 'packageName' },
    version: { type: 'string', required: true },
    downloads: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      // Keys as written: `Base64` and `base64` are two items, and it is the guard that lets in only one of them.
      pk: { field: 'pk', composite: ['name'], casing: 'none' },
      sk: { field: 'sk', composite: [] },
    },
  },
})

/** What a name looks like to a person in a hurry: no case, and no `-`, `_` or `.`. */
export const squash = (name: string): string => name.toLowerCase().replace(/[-_.]/g, '')

const declared = constrain(PackageEntity, {
  unique: { name: { attributes: ['name'], normalize: squash } },
})

export interface Packages extends Named<typeof declared> {}
export const packages: Packages = declared
export type Package = ItemOf<Packages>
export type NewPackage = InputOf<Packages>

export const models = { packages }
