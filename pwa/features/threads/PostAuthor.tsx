import type { ReactNode } from 'react'
import type { Thread } from '#contract/threads/calls.ts'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './PostAuthor.module.css'

interface AuthorProps {
  member: Pick<Thread['member'], 'display_name' | 'icon_image_small_path' | 'official_flg'>
  at: string
  /** Placed after the time: a menu. */
  trailing?: ReactNode
}

/** The author, and the age of the post. */
export function PostAuthor({ member, at, trailing }: AuthorProps) {
  const now = useNow()
  return (
    <div className={css.author}>
      <Avatar src={member.icon_image_small_path} size="s" />
      <span className="grow small strong">
        <Byline name={member.display_name} official={member.official_flg === 1} />
      </span>
      <time className="note muted" dateTime={at}>
        {relative(at, now)}
      </time>
      {trailing && <span className={css.trailing}>{trailing}</span>}
    </div>
  )
}
