/** The body of a request or of an answer: a JSON object. */
export interface JsonObject {
  [member: string]: unknown
}

/** What the service answers: an HTTP status and a JSON body. */
export interface Answer {
  readonly status: number
  readonly body: JsonObject
}

/** One request as it arrives: the operation named by its target header, and its parsed body. */
export interface ServiceRequest {
  readonly operation: string
  readonly input: JsonObject
}
