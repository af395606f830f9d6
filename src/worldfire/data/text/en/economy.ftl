# What a power would produce, as `worldfire campaigns --economy` tells it.
idle-room-is-kept = The factories within reach wait for what others have promised.
