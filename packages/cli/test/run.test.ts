import { expect, test } from 'vitest'
import { runCli } from './run-cli.js'

const here = import.meta.dirname

test.each([
  [['--help']],
  [['help']],
  [['help', 'generate']],
  [['generate', '--help']],
  ...['explain', 'describe', 'table', 'inspect'].map((name) => [[name, '--help']] as [string[]]),
])('%j prints a help that fits 80 columns', async (argv) => {
  const { code, stdout, stderr } = await runCli(here, ...argv)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: latchkey /)
  expect(stdout).toContain('$ latchkey ')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('--version prints the version', async () => {
  const { code, stdout } = await runCli(here, '--version')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test.each([
  [['generat'], "latchkey: unknown command 'generat': did you mean generate?\n"],
  [['generate', '--modles', 'x'], "latchkey: unknown option '--modles': did you mean --models?\n"],
  [['bogus'], "latchkey: unknown command 'bogus': see latchkey --help\n"],
])('%j cannot run, and says what was meant', async (argv, stderr) => {
  expect(await runCli(here, ...argv)).toEqual({ code: 2, stdout: '', stderr })
})

test.each([
  [
    ['describe', '--json', '--models', 'nope.ts'],
    'there is no file nope.ts: say with --models which file exports',
  ],
  [
    ['explain', 'a.create', '--format', 'json', '--models', 'nope.ts'],
    'there is no file nope.ts: say with --models',
  ],
  [['table', '--json', '--format', 'cdk'], "option '--format <format>' cannot be used with option '--json'"],
  [['generate', '--json', '--bogus'], "unknown option '--bogus': see latchkey generate --help"],
  [
    ['explain', 'a.create', '--json', '--format', 'cli'],
    "option '--json' cannot be used with option '--format",
  ],
])('%j tells a machine in JSON why it could not run, and a person in a line', async (argv, message) => {
  const { code, stdout, stderr } = await runCli(here, ...argv)
  const { error }: { error: string } = JSON.parse(stdout)
  expect(error).toContain(message)
  expect({ code, stderr }).toEqual({ code: 2, stderr: `latchkey: ${error}\n` })
})

test('without a command the help is an error', async () => {
  const { code, stdout, stderr } = await runCli(here)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^Usage: latchkey /)
})
