import Type, { type Static, type TSchema } from 'typebox'
import { text } from './shapes.ts'

/** The default and the largest number of items on a page. */
export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

/** The number of items on a page, from 1, as text. A number above `LARGEST_PAGE` counts as `LARGEST_PAGE`. */
export const PageLimit = Type.String({
  pattern: '^0*[1-9][0-9]*$',
  description: `items per page, 1 to ${MAX_PAGE_SIZE}; larger means ${MAX_PAGE_SIZE}; default ${PAGE_SIZE}`,
})

/** Parameters of every list in the panel. A list with filters adds its own. */
export type ListQuery = Static<typeof listQuery>
export const listQuery = Type.Object({
  query: Type.Optional(text({ maxLength: 200, description: 'search text' })),
  limit: Type.Optional(PageLimit),
  cursor: Type.Optional(text({ maxLength: 2048, description: '`next` of the previous page' })),
})

/** One page of a list: its items, and the cursor of the next page (null on the last one). */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    next: Type.Union([
      Type.String({ description: 'opaque; the `cursor` of the next page' }),
      Type.Null(),
    ]),
  })
}
