/** One way to break the library: texts of its source, and what stands in their place. */
export interface Patch {
  readonly name: string
  readonly edits: readonly Edit[]
}

/** A text that a file has once. */
export interface Edit {
  /** The file, from the library's source folder on. */
  readonly file: string
  readonly find: string
  readonly replace: string
}
