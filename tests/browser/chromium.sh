#!/bin/sh
# Finds a Chromium, or installs Debian's where apt can do that.
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium && exit 0
    echo "The tests of the page need Chromium, and apt-get could not install it; run as root:  apt-get install chromium" >&2
else
    echo "The tests of the page need Chromium, and there is no apt-get to install it with; put 'chromium' or 'google-chrome' on the PATH" >&2
fi
exit 1
