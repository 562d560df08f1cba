/** Separates the parts of a key; no encoded part contains it. */
export const SEPARATOR = '#'

const LONE_SURROGATE = /\p{Surrogate}/u

/** Text that is not valid UTF-16 has no form in UTF-8: two of them would become one key. */
export const hasLoneSurrogate = (text: string): boolean => LONE_SURROGATE.test(text)

/** A value as part of a key: two different lists of values never join to one text. */
export const encodeValue = (value: string): string => value.replace(/%/g, '%25').replace(/#/g, '%23')

/** A name as part of a key, where names are joined by dots. */
export const encodeName = (name: string): string => encodeValue(name).replace(/\./g, '%2E')

const decodePart = (part: string): string => part.replace(/%23/g, SEPARATOR).replace(/%25/g, '%')

/** Joins values into one text that `splitValues` takes apart again. */
export const joinValues = (values: readonly string[]): string => values.map(encodeValue).join(SEPARATOR)

export const splitValues = (text: string): string[] => text.split(SEPARATOR).map(decodePart)

const encoder = new TextEncoder()

export const byteLength = (text: string): number => encoder.encode(text).length
