import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { useAction } from './action.ts'

type Page<Item> = { items: Item[]; next: string | null }

/**
 * Loads a list page by page: the first page at once, the next on request. `restart` starts again after
 * a change or with other filters; if several answers come, only the one to the last request counts.
 */
export function usePages<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>) {
  const items = shallowRef<Item[]>([])
  const next = ref<string | null>(null)
  const loading = ref(true)
  const failure = ref<unknown>()
  const more = useAction()
  let asked = 0
  onScopeDispose(() => {
    asked = Number.POSITIVE_INFINITY
  })

  const restart = async (): Promise<void> => {
    asked += 1
    const mine = asked
    loading.value = true
    failure.value = undefined
    try {
      const page = await pageWithItems(read, undefined)
      if (mine !== asked) return
      items.value = page.items
      next.value = page.next
    } catch (error) {
      if (mine === asked) failure.value = error
    } finally {
      if (mine === asked) loading.value = false
    }
  }

  const showMore = async (): Promise<void> => {
    const [cursor, mine] = [next.value, asked]
    if (cursor === null) return
    await more.run(async () => {
      const page = await pageWithItems(read, cursor)
      if (mine !== asked) return
      items.value = [...items.value, ...page.items]
      next.value = page.next
    })
  }

  void restart()
  return {
    items,
    loading,
    failure,
    restart,
    showMore,
    hasMore: computed(() => next.value !== null),
    loadingMore: more.busy,
    moreMessage: more.message,
  }
}

/** A filtered list can have an empty page and still go on (docs/decisions/008-bounded-lists.md). */
async function pageWithItems<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
  cursor: string | undefined,
): Promise<Page<Item>> {
  let page = await read(cursor)
  while (page.items.length === 0 && page.next !== null) page = await read(page.next)
  return page
}
