import type { Agent, IncomingMessage } from 'node:http'
import { request as send } from 'node:http'
import type { Answer, ServiceRequest } from './answer.js'
import { isObject } from './table-names.js'

/** What stands for a signature that nobody checks. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=latchkey/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'

/** Sends a request to an engine that listens on loopback, and reads its answer. */
export function forward(agent: Agent, port: number, { operation, input }: ServiceRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20200101T000000Z',
      authorization: AUTHORIZATION,
    }
    const outgoing = send({ host: '127.0.0.1', port, method: 'POST', agent, headers }, (incoming) => {
      readAnswer(incoming).then(resolve, reject)
    })
    outgoing.once('error', reject)
    outgoing.end(JSON.stringify(input))
  })
}

async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk)
  const body: unknown = text === '' ? {} : JSON.parse(text)
  return { status: incoming.statusCode ?? 500, body: isObject(body) ? body : {} }
}
