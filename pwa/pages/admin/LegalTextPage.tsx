import { Navigate, useParams } from 'react-router-dom'
import { operatorTexts } from '#contract/operator/texts/calls.ts'
import { TEXTS, type TextSlug } from '#contract/site/calls.ts'
import { adminPaths } from '#pwa/features/operator/admin-paths.ts'
import { TextAdmin } from '#pwa/features/operator/texts/TextAdmin.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function LegalTextPage() {
  const params = useParams()
  const slug = TEXTS.find((one) => one === params.slug)
  return slug ? <OneText slug={slug} /> : <Navigate to={paths.notFound} replace />
}

function OneText({ slug }: { slug: TextSlug }) {
  const text = useLoad(operatorTexts.getOwnText, { params: { slug } })
  return (
    <Screen title="規約・表記を編集" back={adminPaths.texts} wide>
      <Loaded of={text}>{(data) => <TextAdmin text={data} />}</Loaded>
    </Screen>
  )
}
