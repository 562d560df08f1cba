import { describe, expect, test } from 'vitest'
import { readServeOptions, USAGE } from '../../src/bin/serve-options.js'

describe('the arguments of latchkey-dynalite', () => {
  test('have defaults', () => {
    expect(readServeOptions([])).toEqual({ ask: 'serve', host: '127.0.0.1', port: 8000, path: undefined })
  })

  test('give a port, an address and a folder', () => {
    expect(readServeOptions(['-p', '0', '--host', '::1', '--path=data'])).toEqual({
      ask: 'serve',
      host: '::1',
      port: 0,
      path: 'data',
    })
  })

  test('ask for help or the version', () => {
    expect(readServeOptions(['--help', '--port', 'x'])).toEqual({ ask: 'help' })
    expect(readServeOptions(['-v'])).toEqual({ ask: 'version' })
  })

  test.each([
    [['--port', 'x'], '--port "x" is no port: give a number from 0 to 65535.'],
    [['--port', '65536'], '--port "65536" is no port'],
    [['--pth', 'x'], "Unknown option '--pth'"],
    [['data'], "Unexpected argument 'data'"],
    [['--path'], 'argument missing'],
  ])('%j are refused, with what can be given', (args, message) => {
    expect(() => readServeOptions(args)).toThrow(message)
    expect(() => readServeOptions(args)).toThrow(USAGE)
  })
})
