import { useParams } from 'react-router-dom'
import { operatorTakedowns } from '#contract/operator/takedowns/calls.ts'
import { adminPaths } from '#pwa/features/operator/admin-paths.ts'
import { TakedownView } from '#pwa/features/operator/takedowns/TakedownView.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function TakedownCasePage() {
  const { id = '' } = useParams()
  const takedown = useLoad(operatorTakedowns.getTakedown, { params: { id } })
  return (
    <Screen title="削除依頼の確認" back={adminPaths.takedowns}>
      <Loaded of={takedown}>{(data) => <TakedownView takedown={data} />}</Loaded>
    </Screen>
  )
}
