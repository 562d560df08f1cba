import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../../', import.meta.url)
const NAMED = /^\/\/ ([\w.-]+\.ts)\n/

/** The program that the blocks of a document make: those that begin with a file's name, and the rest as one. */
export async function documentedCode(path: string, header: string): Promise<Map<string, string>> {
  const text = await readFile(new URL(path, root), 'utf8')
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const named = blocks.flatMap((code): [string, string][] => {
    const name = NAMED.exec(code)?.[1]
    return name === undefined ? [] : [[name, code]]
  })
  const rest = blocks.filter((code) => !NAMED.test(code))
  return new Map([...named, ['tour.ts', [header, ...rest].join('\n')]])
}

const CONFIG = {
  extends: fileURLToPath(new URL('tests/tsconfig.json', root)),
  include: ['*.ts'],
}

/** Writes a program where the examples' packages can be imported. */
export async function writeProgram(folder: URL, files: ReadonlyMap<string, string>): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(new URL('tsconfig.json', folder), JSON.stringify(CONFIG))
  for (const [name, code] of files) await writeFile(new URL(name, folder), code)
}

/** What the compiler has to say about a program; nothing where all is well. */
export function typeErrors(folder: URL): string {
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
  try {
    execFileSync(process.execPath, [compiler, '-p', fileURLToPath(folder), '--pretty', 'false'])
    return ''
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}
