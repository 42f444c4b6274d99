import type { Thread } from '#contract/threads/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './ThreadPreview.module.css'

type Preview = NonNullable<Thread['preview']>

/** The public beginning of a locked thread. */
export const ThreadBeginning = ({ preview }: { preview: Preview }) =>
  preview.text !== '' && <p className={css.beginning}>{preview.text}…</p>

/** The public beginning of a locked thread in a list, and what follows for members. */
export const ThreadPreview = ({ preview }: { preview: Preview }) => (
  <>
    <ThreadBeginning preview={preview} />
    <p className={css.rest}>
      <Icon name="lock" size="xs" />
      参加すると読めます（{restLabel(preview)}）
    </p>
  </>
)

/** あと480文字・写真3枚 */
export const restLabel = (preview: Preview) =>
  [
    `あと${count(preview.characters)}文字`,
    preview.images > 0 && `写真${preview.images}枚`,
    preview.has_audio && '音声',
    preview.has_video && '動画',
  ]
    .filter((part) => part !== false)
    .join('・')
