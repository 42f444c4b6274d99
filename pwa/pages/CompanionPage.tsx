import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { companions } from '#contract/companions/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { companionLink } from '#pwa/features/tickets/companions/companion-link.ts'
import { Invitation } from '#pwa/features/tickets/companions/Invitation.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { SkeletonCards } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** A companion's ticket, opened by its link. */
export function CompanionPage() {
  const { hash } = useLocation()
  const [secret, setSecret] = useState<string | null>()
  // The storage cannot be read while the server renders.
  useEffect(() => setSecret(companionLink.take(hash)), [hash])
  return (
    <Screen title={PAGE_NAMES['/companion']}>
      {secret === undefined ? (
        <SkeletonCards count={1} />
      ) : secret === null ? (
        <StateScreen
          kind="empty"
          heading="h2"
          title="リンクを開き直してください"
          text="届いたリンクを、このブラウザーでもう一度開くと、チケットを受け取れます。"
        />
      ) : (
        <Linked secret={secret} />
      )}
    </Screen>
  )
}

function Linked({ secret }: { secret: string }) {
  const invitation = useLoad(companions.readCompanionLink, { body: { secret } })
  const { error } = invitation
  const isUnknown = error instanceof RequestError && error.status === 404
  useEffect(() => {
    if (isUnknown) companionLink.clear()
  }, [isUnknown])
  if (isUnknown)
    return (
      <StateScreen kind="empty" heading="h2" title="このリンクは使えません" text={error.message} />
    )
  return (
    <Loaded of={invitation} skeleton={<SkeletonCards count={1} />}>
      {(data) => <Invitation secret={secret} invitation={data} />}
    </Loaded>
  )
}
