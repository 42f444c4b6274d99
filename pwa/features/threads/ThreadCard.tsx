import { Link } from 'react-router-dom'
import type { Thread } from '#contract/threads.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Author } from './Author.tsx'
import { Pictures } from './Pictures.tsx'
import css from './ThreadCard.module.css'

/** One thread in a room's list: who, when, what about, how it was taken. */
export function ThreadCard({ room, thread }: { room: string; thread: Thread }) {
  const { id, title, text, images, audio_path, video_path, locked, pinned, member } = thread
  return (
    <li className={css.card}>
      <Author member={member} at={thread.created_at} />
      <h3 className={css.title}>
        {pinned && <Icon name="pin" size="s" />}
        <Link to={paths.thread(room, id)} className={css.whole}>
          {title}
          {pinned && <span className="sr">（固定）</span>}
        </Link>
      </h3>
      {text && <p className="small clip2">{text}</p>}
      {locked && (
        <p className={css.locked}>
          <Icon name="lock" size="xs" />
          参加すると読めます
        </p>
      )}
      {images && images.length > 0 && <Pictures images={images} />}
      {(audio_path || video_path) && (
        <p className={css.sound}>
          <Icon name={audio_path ? 'sound' : 'video'} size="s" />
          {audio_path ? '音声' : '動画'}
        </p>
      )}
      <p className={css.counts}>
        <span>
          <Icon name="heart" size="s" />
          {count(thread.reactions)}
          <span className="sr">件のリアクション</span>
        </span>
        <span>
          <Icon name="talk" size="s" />
          {count(thread.comments)}
          <span className="sr">件のコメント</span>
        </span>
      </p>
    </li>
  )
}
