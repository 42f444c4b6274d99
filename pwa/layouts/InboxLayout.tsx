import { Conversations } from '#pwa/features/inbox/Conversations.tsx'
import { useMedia, WIDE } from '#pwa/lib/useMedia.ts'
import { Frame } from './Frame.tsx'
import css from './InboxLayout.module.css'
import type { LayoutProps } from './layouts.tsx'

/** Messages without the site's footer; on wide screens the list of all conversations stays beside the open one. */
export function InboxLayout({ children }: LayoutProps) {
  const isWide = useMedia(WIDE)
  return (
    <Frame header={false} footer={false}>
      <div className={css.inbox}>
        {isWide && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
          <section className={css.list} aria-label="メッセージの一覧" tabIndex={0}>
            <p className={css.title}>メッセージ</p>
            <Conversations />
          </section>
        )}
        <div className={css.page}>{children}</div>
      </div>
    </Frame>
  )
}
