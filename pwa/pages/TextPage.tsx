import { useLocation } from 'react-router-dom'
import { site, TEXTS, type TextSlug } from '#contract/site/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { longDate } from '#pwa/lib/format.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { RichText } from '#pwa/ui/RichText.tsx'

/** A legal text, named by the path. */
export function TextPage() {
  const { pathname } = useLocation()
  const slug: TextSlug = TEXTS.find((text) => pathname.startsWith(`/${text}`)) ?? 'terms'
  const text = useLoad(site.getText, { params: { slug } })
  const config = useLoad(site.getConfig, {})
  useTitle(text.data?.title)
  return (
    <Loaded of={text} heading="h1">
      {({ title, body_html, published_at, version, complete, missing }) => (
        <article className="stack">
          <h1>{title}</h1>
          <p className="note muted">
            {longDate(published_at)} 第{version}版
          </p>
          {slug === 'legal' && config.data?.demo && (
            <Alert>
              お試し用のサイトです。お金は動かず、この表記は実際の事業者のものではありません。
            </Alert>
          )}
          {!complete && (
            <Alert tone="warning">
              運営者がまだ記入していない項目があります（{missing.join('、')}）。
            </Alert>
          )}
          <RichText html={body_html} />
        </article>
      )}
    </Loaded>
  )
}
