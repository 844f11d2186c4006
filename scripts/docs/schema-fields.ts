import { IsArray, IsObject, type TProperties, type TSchema } from 'typebox'

const MOST_FIELDS = 40

/**
 * Lists the names of the fields of an object. For a list of objects, their fields follow in braces. The name of an
 * optional field ends in `?`.
 */
export function fieldsOf(schema: TSchema): string[] {
  if (IsArray(schema)) return [`[${fieldsOf(schema.items).join(', ')}]`]
  if (!IsObject(schema)) return []
  const properties: TProperties = schema.properties
  const required: readonly string[] = schema.required ?? []
  const names = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}${itemsOf(field)}`,
  )
  return names.length > MOST_FIELDS ? ['…'] : names
}

function itemsOf(field: TSchema): string {
  if (!IsArray(field) || !IsObject(field.items)) return ''
  const names = Object.keys(field.items.properties)
  return `: [{${names.join(', ')}}]`
}
