import { Link } from 'react-router-dom'
import { site } from '#contract/site/calls.ts'
import { PopularRooms } from '#pwa/features/rooms/list/PopularRooms.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { RichText } from '#pwa/ui/RichText.tsx'

/** How the service works, and where to start. */
export function BeginnersPage() {
  const text = useLoad(site.getText, { params: { slug: 'beginners' } })
  useTitle(text.data?.title)
  return (
    <Page>
      <Loaded of={text} heading="h1">
        {({ title, body_html }) => (
          <article className="stack">
            <h1>{title}</h1>
            <RichText html={body_html} />
            <p>
              <Link className="link" to={paths.openRoom}>
                ルームを開きたい方へ
              </Link>
            </p>
          </article>
        )}
      </Loaded>
      {/* No second error message if the text failed to load. */}
      {text.error === null && <PopularRooms />}
    </Page>
  )
}
