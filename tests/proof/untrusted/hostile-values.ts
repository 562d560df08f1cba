import fc from 'fast-check'

/** Built to be taken for a part of a key, for another value, or for something of JavaScript's own. */
const SHORT = [
  '#',
  '%',
  '%23',
  '%25',
  '%2523',
  '%2E',
  '|',
  '.',
  '/',
  '\0',
  '\u0001',
  '',
  ' ',
  'x',
  'x#y',
  '#x',
  'x#',
  '%sha256:',
  `%sha256:${'0'.repeat(64)}`,
  'UNIQ#shop.thing.u0#x',
  '#shop.other.u0#x',
  't1#x',
  'İ',
  'i̇',
  'ı',
  'ſ',
  's',
  'K',
  'k',
  'ﬁ',
  'fi',
  'é',
  'e\u0301',
  '\u200F' + 'x',
  'x\u200B',
  '\uFEFFx',
  'ß',
  'SS',
  '😀',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  '[object Object]',
  '0',
  '-0',
  '1e21',
  'true',
] as const

/** Around the bytes from which on keys hold a hash, and those that the service allows; of one length and of several. */
const LONG = [960, 970, 975, 980, 1000, 1024, 2048].flatMap((length) => [
  'x'.repeat(length),
  `${'x'.repeat(length - 1)}y`,
  '#'.repeat(Math.floor(length / 3)),
  'é'.repeat(length / 2),
])

/** A value out of few, so that two are often alike, or any text. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...SHORT) },
  { weight: 2, arbitrary: fc.constantFrom(...LONG) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom('#', '%', '2', '3', '5', '.', 'x'), maxLength: 6 }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
)

/** For keys of items and scopes, which stand in a key as they are: the service allows no more than so many bytes. */
export const hostileShort: fc.Arbitrary<string> = fc.constantFrom(
  ...SHORT.filter((value) => value !== '' && value !== '\0'),
)
