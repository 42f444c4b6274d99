import type { Thread } from '#contract/threads/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './ThreadPreview.module.css'

/** The public beginning of a locked thread, and what follows for members. */
export function ThreadPreview({ preview }: { preview: NonNullable<Thread['preview']> }) {
  return (
    <>
      {preview.text && <p className={css.beginning}>{preview.text}…</p>}
      <p className={css.rest}>
        <Icon name="lock" size="xs" />
        参加すると読めます（{restLabel(preview)}）
      </p>
    </>
  )
}

/** あと480文字・写真3枚 */
export const restLabel = (preview: NonNullable<Thread['preview']>) =>
  [
    `あと${count(preview.letters)}文字`,
    preview.images > 0 && `写真${preview.images}枚`,
    preview.has_audio && '音声',
    preview.has_video && '動画',
  ]
    .filter((part) => part !== false)
    .join('・')
