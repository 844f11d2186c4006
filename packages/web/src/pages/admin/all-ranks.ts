import type { Reply } from '../../api.ts'
import { call } from '../../session.ts'

export type Rank = Reply<'listGroups'>['items'][number]

/** Loads all donor ranks in their order. */
export async function allRanks(): Promise<Rank[]> {
  const found: Rank[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = { limit: '100', ...(cursor !== '' && { cursor }) }
    const page: Reply<'listGroups'> = await call('listGroups', { query })
    found.push(...page.items)
    cursor = page.next
  }
  return found
}
