import { computed, shallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useForm } from '../../ui/form.ts'
import { useLoad } from '../../ui/load.ts'
import { staying } from '../../ui/unsaved.ts'

type Edited<Item, Fields> = {
  /** The path of the list, below which each item has its page; `new` is that of the next one. */
  list: string
  empty: Fields
  read: (id: string) => Promise<Item>
  fieldsOf: (item: Item) => Fields
}

/**
 * What the editors of news and of the owner's pages share: the form with its draft, the item as it was
 * last saved, and the way from a new item to its own address without losing what is being written.
 */
export function useEditor<Item extends { id: string }, Fields extends object>({
  list,
  empty,
  read,
  fieldsOf,
}: Edited<Item, Fields>) {
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

  /** Takes what the site has kept of what was sent. */
  async function took(item: Item, sent: Partial<Fields>): Promise<void> {
    form.saved(sent)
    fill(item)
    if (isNew.value) await staying(() => router.replace(`${list}/${item.id}`))
  }

  async function leave(): Promise<void> {
    form.drop()
    await router.replace(list)
  }

  return { form, isNew, saved, loaded, fill, took, leave }
}
