import { computed, shallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useForm } from '../../ui/form.ts'
import { useLoad } from '../../ui/load.ts'
import { withoutLeaveCheck } from '../../ui/unsaved.ts'

type EditorOptions<Item, Fields> = {
  /** The path of the list. The page of an item is below this path, at its id, or at `new` for a new item. */
  list: string
  empty: Fields
  read: (id: string) => Promise<Item>
  fieldsOf: (item: Item) => Fields
}

/**
 * The common part of the editors of news and pages: the form with its draft, and the saved item. When a new item gets
 * its own address, unsaved text stays.
 */
export function useEditor<Item extends { id: string }, Fields extends object>({
  list,
  empty,
  read,
  fieldsOf,
}: EditorOptions<Item, Fields>) {
  const route = useRoute()
  const router = useRouter()
  const id = computed(() => String(route.params.id))
  const isNew = computed(() => id.value === 'new')
  const form = useForm(empty, () => `${list}/${id.value}`)
  const saved = shallowRef<Item>()
  const loaded = useLoad(async () => {
    if (isNew.value) form.read({})
    else fill(await read(id.value))
  })

  function fill(item: Item): void {
    saved.value = item
    form.read(fieldsOf(item))
  }

  /** Marks the sent fields as saved and fills in the response. */
  async function took(item: Item, sent: Partial<Fields>): Promise<void> {
    form.saved(sent)
    fill(item)
    if (isNew.value) await withoutLeaveCheck(() => router.replace(`${list}/${item.id}`))
  }

  async function leave(): Promise<void> {
    form.drop()
    await router.replace(list)
  }

  return { form, isNew, saved, loaded, fill, took, leave }
}
