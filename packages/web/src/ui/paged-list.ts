import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { useAction } from './action.ts'
import { useQueryState } from './query-state.ts'
import { restoreScrollAfter } from './scroll-restoration.ts'

type Page<Item> = { items: Item[]; next: string | null }
type Read<Item> = (cursor: string | undefined) => Promise<Page<Item>>

type Options = {
  /** The query of the list. The list restarts when it changes. */
  asked?: object
  /** Debounce in milliseconds, for text fields. */
  pause?: number
  /** Whether the address stores how many pages are shown. For the main list of a page only. */
  kept?: boolean
}

/** A return to the page restores at most this many pages, whatever the address contains. */
const MAX_PAGES = 20

/**
 * Loads a list page by page: the first page immediately, the others on request. `restart` starts again. `reload`, for a
 * changed item, reloads as many pages as are shown, and keeps them on screen until then. Only the response to the last
 * of several requests counts.
 */
export function usePagedList<Item>(
  read: Read<Item>,
  { asked, pause = 0, kept = false }: Options = {},
) {
  const items = shallowRef<Item[]>([])
  const next = ref<string | null>(null)
  const loading = ref(true)
  const failure = ref<unknown>()
  const more = useAction()
  const place = kept ? useQueryState({ shown: '' }) : { shown: '' }
  let requests = 0

  const load = async (pages: number, keeps: boolean): Promise<void> => {
    requests += 1
    const mine = requests
    loading.value = !keeps
    failure.value = undefined
    try {
      const found = await firstPages(read, pages)
      if (mine !== requests) return
      items.value = found.items
      next.value = found.next
    } catch (error) {
      if (mine === requests) failure.value = error
    } finally {
      if (mine === requests) loading.value = false
    }
  }

  const shown = () => Math.min(Math.max(Math.trunc(Number(place.shown)) || 1, 1), MAX_PAGES)
  const reload = () => load(shown(), items.value.length > 0)
  const restart = () => {
    place.shown = ''
    return load(1, false)
  }

  const showMore = async (): Promise<void> => {
    const [cursor, mine] = [next.value, requests]
    if (cursor === null) return
    await more.run(async () => {
      const page = await pageWithItems(read, cursor)
      if (mine !== requests) return
      items.value = [...items.value, ...page.items]
      next.value = page.next
      place.shown = String(shown() + 1)
    })
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  if (asked) {
    watch(asked, () => {
      clearTimeout(timer)
      if (pause === 0) void restart()
      else timer = setTimeout(() => void restart(), pause)
    })
  }
  onScopeDispose(() => {
    clearTimeout(timer)
    requests = Number.POSITIVE_INFINITY
  })

  const first = reload()
  if (kept) restoreScrollAfter(first)
  return {
    items,
    loading,
    failure,
    restart,
    reload,
    showMore,
    hasMore: computed(() => next.value !== null),
    loadingMore: more.busy,
    moreMessage: more.message,
  }
}

async function firstPages<Item>(read: Read<Item>, count: number): Promise<Page<Item>> {
  let { items, next } = await pageWithItems(read, undefined)
  for (let pages = 1; pages < count && next !== null; pages += 1) {
    const page = await pageWithItems(read, next)
    items = [...items, ...page.items]
    next = page.next
  }
  return { items, next }
}

/**
 * Loads the next page with items: a filtered list can have an empty page and still continue
 * (docs/decisions/008-bounded-lists.md).
 */
async function pageWithItems<Item>(
  read: Read<Item>,
  cursor: string | undefined,
): Promise<Page<Item>> {
  let page = await read(cursor)
  while (page.items.length === 0 && page.next !== null) page = await read(page.next)
  return page
}
