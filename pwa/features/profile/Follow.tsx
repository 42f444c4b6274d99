import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { account } from '#contract/account/calls.ts'
import { profile } from '#contract/profile/calls.ts'
import { keyOf, useSend } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { setRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { errorOf } from '#pwa/lib/unknown.ts'
import { FollowButton } from '#pwa/ui/button/FollowButton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const refresh = [account.getProfile]

interface FollowProps {
  name: string
  followed: boolean
  /** The small variant in lists. */
  aside?: boolean
}

/** Follows and unfollows optimistically; reverted if the server refuses. Visitors are sent to the login. */
export function Follow({ name, followed, aside = false }: FollowProps) {
  const [shown, setShown] = useState<boolean | null>(null)
  const [known, setKnown] = useState(followed)
  if (known !== followed) {
    setKnown(followed)
    setShown(null)
  }
  const client = useQueryClient()
  const follow = useSend(profile.follow, { refresh })
  const unfollow = useSend(profile.unfollow, { refresh })
  const user = useUser()
  const navigate = useNavigate()
  const now = shown ?? followed

  async function toggle() {
    if (!user) {
      setRedirectAfterLogin(location.pathname)
      void navigate(paths.login)
      return
    }
    setShown(!now)
    try {
      await (now ? unfollow : follow).mutateAsync({ params: { name } })
      // Marked stale, but not refetched while visible: after an accidental unfollow the row is still there.
      for (const list of [profile.listFollowers, profile.listFollowing])
        void client.invalidateQueries({ queryKey: keyOf(list), refetchType: 'none' })
    } catch (error) {
      showToast(errorOf(error).message)
      setShown(null)
    }
  }
  return (
    <FollowButton
      followed={now}
      aside={aside}
      busy={follow.isPending || unfollow.isPending}
      onToggle={() => void toggle()}
    />
  )
}
