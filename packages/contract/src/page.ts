import Type, { type Static, type TSchema } from 'typebox'
import { text } from './shapes.ts'

/** How many items a list returns when it is not asked, and at most. */
export const PAGE_SIZE = 20
export const LARGEST_PAGE = 100

/** A whole number from 1, as a query writes it; more than `LARGEST_PAGE` means that many. */
export const PageLimit = Type.String({
  pattern: '^0*[1-9][0-9]*$',
  description: `how many, from 1; more than ${LARGEST_PAGE} means ${LARGEST_PAGE} (${PAGE_SIZE})`,
})

/** What every list of the panel can be asked for; a list with filters adds its own properties. */
export type ListQuery = Static<typeof listQuery>
export const listQuery = Type.Object({
  query: Type.Optional(text({ maxLength: 200, description: 'what to look for' })),
  limit: Type.Optional(PageLimit),
  cursor: Type.Optional(text({ maxLength: 2048, description: '`next` of the page before' })),
})

/** One page of a list: its items, and the cursor of the page after it (null: this was the last). */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    next: Type.Union([
      Type.String({ description: 'opaque; ?cursor= of the next page' }),
      Type.Null(),
    ]),
  })
}
