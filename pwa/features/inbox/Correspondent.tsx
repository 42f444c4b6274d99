import type { Conversation } from '#contract/inbox/calls.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './Correspondent.module.css'

/** The avatar of the other side; the logo for messages of the service. */
export function Correspondent({ conversation }: { conversation: Pick<Conversation, 'with'> }) {
  if (conversation.with) return <Avatar src={conversation.with.icon_image_small_path} />
  return (
    <span className={css.mark}>
      <Icon name="newspaper" size="s" />
    </span>
  )
}
