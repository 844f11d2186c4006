import { reactive, watch } from 'vue'
import { type Router, useRoute, useRouter } from 'vue-router'

type Choices = readonly string[]

/**
 * Page state that is stored in the query of the address, so that it survives a reload and a return: search text,
 * filters and position of a list. Every field is text, empty by default; a field with `choices` ignores other values.
 * Changes replace the address, so that "back" leaves the page instead of undoing letter by letter.
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
      const isOurs = route.path === path // the query of the next page is not ours
      if (isOurs && !waiting.has(router)) readAddress()
    },
  )
  watch(state, () => writeAddress(router, path, { ...state }), { flush: 'sync' })
  return state
}

/** Changes to write into the address after the current task, because several states share one address. */
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
