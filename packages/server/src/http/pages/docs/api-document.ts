import { endpoints, openApiDocument } from '@portal/contract'

/** The parts of a JSON schema that the page of the API needs (https://json-schema.org). */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

type Content = Record<string, { schema: JsonSchema }>

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JsonSchema
}

export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

export type ApiDocument = {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** Returns the OpenAPI document in the form in which clients read it: plain JSON. */
export function readApiDocument(site: { url: string; version: string }): ApiDocument {
  return JSON.parse(JSON.stringify(openApiDocument(Object.values(endpoints), site)))
}
