import { threads } from '#contract/threads.ts'
import { useList } from '#pwa/lib/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { Author } from './Author.tsx'
import css from './Comments.module.css'

/** The comments of a thread, oldest first; answers stand a little to the right. */
export function Comments({ room, thread }: { room: string; thread: string }) {
  const comments = useList(threads.listComments, { params: { roomid: room, threadid: thread } })
  return (
    <Section title="コメント">
      <LoadedList
        of={comments}
        empty={<Notice>まだコメントはありません。</Notice>}
        wrap={(rows) => <ul className={css.list}>{rows}</ul>}
        keyOf={({ id }) => id}
      >
        {({ parent_id, member, created_at, text }) => (
          <li className={parent_id ? css.answer : undefined}>
            <Author member={member} at={created_at} />
            <p className={css.text}>{text}</p>
          </li>
        )}
      </LoadedList>
    </Section>
  )
}
