import { takedowns } from '#contract/takedowns/calls.ts'
import { InquiryForm } from '#pwa/features/takedowns/InquiryForm.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

/** The page for the author of content that a takedown request names. */
export function TakedownInquiryForm({ id }: { id: string }) {
  const inquiry = useLoad(takedowns.getTakedownInquiry, { params: { id } })
  return (
    <Screen title="権利侵害の申告について" back={paths.account}>
      <Loaded of={inquiry}>{(data) => <InquiryForm inquiry={data} />}</Loaded>
    </Screen>
  )
}
