import { useLocation } from 'react-router-dom'
import { site, type Topic } from '#contract/site/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { FaqRow } from '#pwa/ui/layout/FaqRow.tsx'
import { RichText } from '#pwa/ui/RichText.tsx'

const topics: Record<string, Topic> = {
  [paths.help]: 'account',
  [paths.helpPayment]: 'payment',
  [paths.helpOther]: 'other',
}

const titles: Record<Topic, string> = {
  account: PAGE_NAMES['/help'],
  payment: PAGE_NAMES['/help/payment'],
  other: PAGE_NAMES['/help/other'],
}

/** The help entries of one topic; the layout has the tabs. */
export function HelpPage() {
  const { pathname } = useLocation()
  const topic = topics[pathname.replace(/\/$/, '')] ?? 'account'
  useTitle(titles[topic])
  const faq = useLoad(site.listFaq, { params: { topic } })
  return (
    <Loaded of={faq}>
      {(rows) => (
        <div>
          {rows.map(({ id, question, answer_html }) => (
            <FaqRow key={id} id={id} question={question}>
              <RichText html={answer_html} />
            </FaqRow>
          ))}
        </div>
      )}
    </Loaded>
  )
}
