import { onScopeDispose, ref, shallowRef } from 'vue'

/** Loads the data of a page. `reload` loads it again. Only the response to the last of several requests counts. */
export function useLoad<Data>(read: () => Promise<Data>) {
  const data = shallowRef<Data>()
  const failure = ref<unknown>()
  const loading = ref(true)
  let asked = 0
  onScopeDispose(() => {
    asked = Number.POSITIVE_INFINITY
  })

  const reload = async (): Promise<void> => {
    asked += 1
    const mine = asked
    loading.value = true
    failure.value = undefined
    try {
      const answer = await read()
      if (mine === asked) data.value = answer
    } catch (error) {
      if (mine === asked) failure.value = error
    } finally {
      if (mine === asked) loading.value = false
    }
  }
  void reload()
  return { data, failure, loading, reload }
}
