// What an editor shows: every `^?` in fixtures/hovers.ts points at the line above it and says what a hover prints.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './compilers.js'

const file = join(root, 'fixtures', 'hovers.ts')

/** The versions with an interface for editors that a script can call. */
export const hoverVersions = ['5.9', '6']

export function checkHovers(version) {
  const ts = createRequire(import.meta.url)(`typescript-${version}`)
  const service = ts.createLanguageService(createHost(ts))
  const lines = readFileSync(file, 'utf8').split('\n')
  let start = 0
  return lines.flatMap((line, at) => {
    const previous = start
    start += line.length + 1
    const [, before, expected] = /^(\s*\/\/\s*)\^\? (.+)$/.exec(line) ?? []
    if (expected === undefined) return []
    const position = previous - (lines[at - 1].length + 1) + before.length
    const shown = print(ts, service.getQuickInfoAtPosition(file, position))
    if (shown === expected) return [{ ok: true }]
    return [{ ok: false, text: `fixtures/hovers.ts:${at}: a hover shows\n${shown}\nexpected\n${expected}` }]
  })
}

const print = (ts, info) => ts.displayPartsToString(info?.displayParts).replace(/\s+/g, ' ').trim()

function createHost(ts) {
  const { config } = ts.readConfigFile(join(root, 'fixtures', 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'fixtures'))
  return {
    ...ts.sys,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  }
}
