import type { Conversation } from '#contract/inbox.ts'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './Correspondent.module.css'

/** The face of the other side; the service's own mark where it speaks itself. */
export function Correspondent({ conversation }: { conversation: Pick<Conversation, 'with'> }) {
  if (conversation.with) return <Avatar src={conversation.with.icon_image_small_path} />
  return (
    <span className={css.mark}>
      <Icon name="newspaper" size="s" />
    </span>
  )
}
