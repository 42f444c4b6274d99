import { Link, useParams } from 'react-router-dom'
import { TakedownForm } from '#pwa/features/takedowns/TakedownForm.tsx'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { TakedownInquiryForm } from './TakedownInquiryForm.tsx'

/** Both pages of takedown requests; one module, as two chunks would lengthen the chunk list for every visitor. */
export function TakedownPage() {
  const { id } = useParams()
  return id ? <TakedownInquiryForm id={id} /> : <TakedownAsking />
}

/** The form for a person whose right is violated. */
function TakedownAsking() {
  useTitle(PAGE_NAMES['/takedown'])
  return (
    <div className="stack-l">
      <div className="stack">
        <h1>削除依頼（権利侵害の申告）</h1>
        <p>
          Room
          に公開されている内容で、ご自身の権利が侵害されているときは、こちらからお知らせください。登録していない方もご利用いただけます。
          対応の流れは、<Link to={paths.policy}>知的財産ポリシー</Link>をご覧ください。
        </p>
      </div>
      <TakedownForm />
    </div>
  )
}
