export function DemoBanner() {
  return (
    <div className="border-base-300 border-b bg-base-200">
      <p className="content text-balance py-1.5 text-center text-sm">
        <span className="mr-2 inline-block size-2.5 rounded-xs bg-accent" />
        <strong>Test mode:</strong> no real charges, and anyone who can reach this shop can read{' '}
        <a href="/sandbox/mail" className="link">
          its mailbox
        </a>
        .
      </p>
    </div>
  )
}
