import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Lower-case hex of SHA-256, or of HMAC-SHA-256 where there is a secret. */
export function hashText(text: string, secret?: string | Uint8Array): string {
  const bytes = utf8ToBytes(text)
  if (secret === undefined) return bytesToHex(sha256(bytes))
  return bytesToHex(hmac(sha256, typeof secret === 'string' ? utf8ToBytes(secret) : secret, bytes))
}
