import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** The most bytes of a body that the service reads. */
const LARGEST_BODY = 16 * 1024 * 1024

/** A request's body as text; nothing when it is larger than the service reads. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > LARGEST_BODY) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
