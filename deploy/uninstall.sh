#!/bin/bash
# Removes what deploy/install.sh installed: sudo deploy/uninstall.sh
# Data, backups and settings stay, unless --purge is given and confirmed.
set -euo pipefail

say() { printf '  · %s\n' "$*"; }
die() {
  printf '\n  %s\n\n' "$*" >&2
  exit 1
}

root='' purge='' ask=1
while [ $# -gt 0 ]; do
  case $1 in
    --purge) purge=1 ;;
    --yes | -y) ask='' ;;
    --root)
      [ $# -gt 1 ] || die '--root takes a folder.'
      root=${2%/}
      shift
      ;;
    --help | -h)
      echo 'Usage: sudo deploy/uninstall.sh [--yes] [--purge]'
      echo '  --purge   also delete data, backups and settings, after asking'
      echo '  --yes     ask nothing'
      exit 0
      ;;
    *) die "$1 is not an option. deploy/uninstall.sh --help" ;;
  esac
  shift
done
[ "$(id -u)" = 0 ] || die "This needs root: sudo $0"

code=/opt/chalkline
settings=/etc/chalkline
unit=/etc/systemd/system/chalkline.service
user=chalkline

setting() {
  [ -f "$root$settings/chalkline.env" ] || return 0
  sed -n "s/^[[:space:]]*$1=//p" "$root$settings/chalkline.env" | tail -n 1 | tr -d "\"'"
}

data=$(setting DATA_DIR)
data=${data:-/var/lib/chalkline}
backups=$(setting BACKUP_DIR)
backups=${backups:-/var/backups/chalkline}

confirm() {
  local answer
  [ -n "$ask" ] || return 0
  read -rp "  $1 " answer || answer=''
  [ "$answer" = "$2" ] || die 'Nothing was removed.'
}

if [ -n "$purge" ]; then
  confirm "Delete all time, pay and files in $data, the backups in $backups and $settings? Type delete:" delete
else
  confirm "Remove the service and the program? Data, backups and settings stay. [yes/no]" yes
fi

if [ -e "$root$unit" ]; then
  say 'Stopping and removing the service'
  systemctl disable --now --quiet chalkline || true
  rm -rf "$root$unit" "$root$unit.d"
  systemctl daemon-reload
fi
rm -f "$root/usr/local/bin/chalkline"

# The script may lie in what it removes, and an installation made by hand has its data there.
cd /
if [ -d "$root$code" ]; then
  say "Removing the program in $code"
  find "$root$code" -mindepth 1 -maxdepth 1 ! -name data ! -name restored ! -name data-new \
    ! -path "$root$data" ! -path "$root$backups" -exec rm -rf -- {} +
  rmdir "$root$code" 2>/dev/null || say "$code has data in it, which stays"
fi

if [ -n "$purge" ]; then
  say "Deleting $data, $backups and $settings"
  # Nothing but what is Chalkline's, whatever the settings name.
  if [ -e "$root$data/secrets.json" ]; then rm -rf -- "$root$data"; fi
  if [ -d "$root$backups" ]; then
    find "$root$backups" -maxdepth 1 -type f -name '*.tar.zst' -delete
    rmdir "$root$backups" 2>/dev/null || say "$backups has other files in it, which stay"
  fi
  rm -rf -- "$root$settings"
  rmdir "$root$data" "$root$code" 2>/dev/null || true
fi
if id "$user" >/dev/null 2>&1; then
  # The number of a removed user may be given to the next one, who must not find the data theirs.
  for folder in "$data" "$backups" "$settings"; do
    [ -e "$root$folder" ] || continue
    chown -R --from="$user" root "$root$folder"
    chown -R --from=":$user" :root "$root$folder"
  done
  say "Removing the user $user"
  userdel "$user"
fi

printf '\n  Chalkline is removed.\n'
if [ -z "$purge" ]; then
  printf '  Still there: the data in %s, backups in %s, settings in %s.\n' "$data" "$backups" "$settings"
  printf '  deploy/install.sh finds them again; deploy/uninstall.sh --purge deletes them.\n'
fi
printf '\n'
