import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ConnectionBroken } from '../fault/connection-broken.js'

/** The most bytes of a body that the service reads. */
const LARGEST_BODY = 16 * 1024 * 1024

/** A request's body as text; nothing when it is larger than the service reads. */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= LARGEST_BODY) chunks.push(chunk)
      else chunks.length = 0
    })
    request.once('end', () =>
      resolve(size > LARGEST_BODY ? undefined : Buffer.concat(chunks).toString('utf8')),
    )
    request.once('error', reject)
    request.once('close', () => reject(new ConnectionBroken()))
  })
}
