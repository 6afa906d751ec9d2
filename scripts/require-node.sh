# Sourced by ./swarm and ./test: ends with a clear message unless a Node that we can run on is there.

if ! command -v node >/dev/null 2>&1; then
  found='it is not on PATH'
elif ! node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  found="found $(node --version)"
else
  found=
fi
if [ -n "$found" ]; then
  {
    echo "swarm: Node.js 20.19 or newer is needed ($found). To install it:"
    echo '  macOS:  brew install node'
    echo '  Debian: apt-get install nodejs npm, if your release has 20.19 or newer'
    echo '  any:    https://nodejs.org/en/download'
  } >&2
  exit 2
fi
