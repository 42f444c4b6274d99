import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'

interface Props {
  /** A change, as by a navigation, resets the error. */
  resetKey: string
  children: ReactNode
}
interface State {
  error: unknown
  failedAt: string | null
}

/** Shows the error page for an error thrown while rendering. The navigation around it stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failedAt: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }
  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    if (state.error === null) return null
    if (state.failedAt === null) return { failedAt: resetKey }
    return state.failedAt === resetKey ? null : { error: null, failedAt: null }
  }
  override componentDidCatch(error: unknown) {
    console.error(error)
  }
  override render() {
    return this.state.error === null ? this.props.children : <ErrorPage error={this.state.error} />
  }
}
