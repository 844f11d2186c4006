import { reactive, watch } from 'vue'
import { type Router, useRoute, useRouter } from 'vue-router'

type Choices = readonly string[]

/**
 * State of a page that stands in the query of its address, so that it survives a reload and a return:
 * what a list is searched for, its filters and its place. Every field is text, empty unless the
 * address says otherwise; of a field with `choices` another value counts as empty. Changes replace the
 * address, so the browser's "back" leaves the page and does not undo letter by letter.
 */
export function useQueryState<Name extends string>(
  fields: Record<Name, '' | Choices>,
): Record<Name, string> {
  const route = useRoute()
  const router = useRouter()
  const { path } = route
  const state = reactive<Record<string, string>>({})

  const readAddress = (): void => {
    for (const [name, choices] of Object.entries<'' | Choices>(fields)) {
      const value = route.query[name]
      const given = typeof value === 'string' ? value : ''
      state[name] = choices === '' || choices.includes(given) ? given : ''
    }
  }
  readAddress()
  watch(
    () => route.query,
    () => {
      const isOurs = route.path === path // the next page's query is not ours
      if (isOurs && !waiting.has(router)) readAddress()
    },
  )
  watch(state, () => writeAddress(router, path, { ...state }), { flush: 'sync' })
  return state
}

/** What will be written into the address after the present task; several states share one address. */
const waiting = new WeakMap<Router, Record<string, string>>()

function writeAddress(router: Router, path: string, fields: Record<string, string>): void {
  const begun = waiting.get(router)
  waiting.set(router, { ...begun, ...fields })
  if (begun) return
  queueMicrotask(() => {
    const query = { ...router.currentRoute.value.query, ...waiting.get(router) }
    waiting.delete(router)
    const isOurs = router.currentRoute.value.path === path
    const kept = Object.entries(query).filter(([, value]) => value !== '')
    if (isOurs) void router.replace({ query: Object.fromEntries(kept) })
  })
}
